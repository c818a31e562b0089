// Time left, as people read it.

/** "9:05", "1:02:33", "2 d 4 h"; a flag that has fallen is 0:00. */
export function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Little enough to be told in red: half a minute, or six hours where answers have days. */
export function short(seconds: number, days: number): boolean {
  return seconds <= (days > 0 ? 6 * 3600 : 30);
}
