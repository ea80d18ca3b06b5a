import type { ByteRange } from '@sixpence/storage/object-store';

/**
 * The part that a `Range` header asks for (RFC 9110, section 14). Headers with several parts, other units, or
 * unreadable values are ignored.
 * @returns `beyond` for a part that begins after the end, undefined for the whole file
 */
export function rangeOf(header: string | undefined, byteLength: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, byteLength - Number(last)) : Number(first);
  const end = first === '' || last === '' ? byteLength : Math.min(byteLength, Number(last) + 1);
  if (last !== '' && first !== '' && Number(last) < start) return undefined;
  return start < end ? { start, end } : 'beyond';
}
