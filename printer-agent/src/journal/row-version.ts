/**
 * The version of the rows that this agent writes. A version of the software that changes the meaning of a row
 * raises it. An older agent that is installed again neither reads nor changes rows of a newer version: it
 * prints, asks, and shows nothing of them. At the next `welcome` core and the box find the jobs that the box
 * does not know.
 */
export const rowVersion = 1;

/** The condition of each query that reads rows. */
export const isReadable = `version <= ${rowVersion}`;
