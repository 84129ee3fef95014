// Numbers in words.

/** plural writes a number with its noun. */
export const plural = (n: number, one: string, many = one + 's'): string => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** percent writes a share; what is less than all, and more than nothing, is never written as that. */
export const percent = (p: number): string => {
  const whole = Math.round(p * 100);
  return `${whole === 100 && p < 1 ? 99 : whole === 0 && p > 0 ? 1 : whole} %`;
};

/** clock writes seconds as 1:02:03, or 2:03 below an hour. */
export function clock(seconds: number): string {
  const s = Math.floor(seconds);
  const rest = String(s % 60).padStart(2, '0');
  const minutes = Math.floor(s / 60) % 60;
  return s < 3600 ? `${minutes}:${rest}` : `${Math.floor(s / 3600)}:${String(minutes).padStart(2, '0')}:${rest}`;
}
