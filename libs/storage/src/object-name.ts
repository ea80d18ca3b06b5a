const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/**
 * The segments of an object's name, or of a path prefix of names.
 * @throws Error for a name that could lead out of its folder, or that a store could read as another name
 */
export function segmentsOf(name: string): string[] {
  const segments = name.split('/');
  if (!segments.every((part) => segment.test(part))) throw new Error('Not the name of a stored object');
  return segments;
}
