// As much of Node.js as the tests use.
declare module 'node:test' {
  export default function test(name: string, run: () => void | Promise<void>): void;
}
declare module 'node:fs' {
  export function readFileSync(path: string): Uint8Array;
}
declare module 'node:assert/strict' {
  const assert: {
    equal(got: unknown, want: unknown, about?: string): void;
    deepEqual(got: unknown, want: unknown, about?: string): void;
    ok(is: unknown, about?: string): void;
  };
  export default assert;
}
