// As much of Node.js as the tests use.
declare module 'node:test' {
  export default function test(name: string, run: () => void): void;
}
declare module 'node:assert/strict' {
  const assert: {
    equal(got: unknown, want: unknown, about?: string): void;
    deepEqual(got: unknown, want: unknown, about?: string): void;
    ok(is: unknown, about?: string): void;
  };
  export default assert;
}
