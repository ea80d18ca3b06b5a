/** What providers send a browser back with, as far as we read it. */
const names = ['state', 'code', 'error', 'error_description', 'iss'] as const;
const longest = 4_096;

/** The fields of a callback that are texts of a sane length; whatever else came is as if it had not. */
export function returnedFields(said: unknown): Record<string, string> {
  if (typeof said !== 'object' || said === null) return {};
  const fields = said as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return typeof value === 'string' && value.length <= longest ? [[name, value]] : [];
    }),
  );
}
