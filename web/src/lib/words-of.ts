let addWordsOf: ((page: string) => Promise<void>) | undefined;

/** Lets `withWords` add the words of pages; without it, all words are English. */
export function addWordsBy(add: (page: string) => Promise<void>): void {
  addWordsOf = add;
}

/**
 * Waits for code, and for the words of its page in the chosen language.
 * @param page the folder of `features` with the words
 * @throws the error of either, so that a page without words is handled as a page without code
 */
export async function withWords<Code>(page: string, code: Promise<Code>): Promise<Code> {
  await Promise.all([code, addWordsOf?.(page)]);
  return code;
}
