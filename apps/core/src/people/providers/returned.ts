/** The fields of a provider's callback that we read. */
const names = ['state', 'code', 'error', 'error_description', 'iss'] as const;
const longest = 4_096;

/**
 * Picks the known fields of a callback. A field that is not a text, or is longer than `longest`, counts as
 * absent.
 */
export function returnedFields(sent: unknown): Record<string, string> {
  if (typeof sent !== 'object' || sent === null) return {};
  const fields = sent as Record<string, unknown>;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return typeof value === 'string' && value.length <= longest ? [[name, value]] : [];
    }),
  );
}
