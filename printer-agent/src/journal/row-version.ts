/**
 * The version of the rows that this agent writes. It rises with a release that gives a row another meaning. A row of a
 * newer version is left as it is and not read: after an older agent was installed again, nothing of it is printed, asked,
 * or shown, and core and its box find out at the next `welcome` which jobs the box does not know.
 */
export const rowVersion = 1;

/** The condition by which each query reads rows. */
export const isReadable = `version <= ${rowVersion}`;
