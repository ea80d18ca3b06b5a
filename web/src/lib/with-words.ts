let loadWordsOf: ((page: string) => Promise<void>) | undefined;

/** Stores the function that loads the words of a page for `withWords`. Without it, all words are English. */
export function setWordsLoader(load: (page: string) => Promise<void>): void {
  loadWordsOf = load;
}

/**
 * Waits for code, and for the words of its page in the chosen language.
 * @param page the folder of `features` with the words
 * @throws the error of either, so that a page without words is handled as a page without code
 */
export async function withWords<Code>(page: string, code: Promise<Code>): Promise<Code> {
  await Promise.all([code, loadWordsOf?.(page)]);
  return code;
}
