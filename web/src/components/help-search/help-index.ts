import type { Content } from '@sixpence/content/content';
import { sectionsOf } from '@sixpence/content/sections';
import { type Page, type PagePath, pageAt } from '@sixpence/contracts/pages';
import MiniSearch from 'minisearch';

/** A section of a page that answers a question. */
export interface Answer {
  to: PagePath;
  anchor?: string | undefined;
  title: string;
  /** The heading of the section; absent at the start of a page. */
  heading?: string | undefined;
  /** The start of the section's text. */
  excerpt: string;
}

/** Finds the sections that answer a question, best first, at most one per page. */
export type FindAnswers = (question: string) => Answer[];

const mostAnswers = 6;
const excerptLength = 140;
/** Words that every page has, so the index ignores them. */
const common = new Set(
  'a an and at can do does for from how i in is it my not of on or the to what why'.split(' '),
);
/** Words of users, mapped to the words of the pages for the same thing. */
const sameAs: Readonly<Record<string, string>> = {
  colour: 'color',
  email: 'mail',
  'e-mail': 'mail',
  file: 'document',
  files: 'document',
  image: 'picture',
  money: 'balance',
  photo: 'picture',
  pin: 'code',
  refund: 'refunds',
  webpage: 'web',
  website: 'web',
};

/** Builds an index over titles, headings, and text. */
export function buildIndex(contents: readonly Content[]): FindAnswers {
  const sections = contents.flatMap(answersIn);
  const index = new MiniSearch<Answer & { id: number; text: string }>({
    fields: ['title', 'heading', 'text'],
    tokenize: (text) => text.toLowerCase().match(/[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*/gu) ?? [],
    processTerm: (term) => (common.has(term) ? null : (sameAs[term] ?? term)),
    searchOptions: { boost: { title: 4, heading: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return (question) => {
    const all = index.search(question, { combineWith: 'AND' });
    const found = all.length > 0 ? all : index.search(question);
    const answers = found.flatMap(({ id }) => sections[id as number] ?? []);
    return answers
      .filter(({ to }, at) => answers.findIndex((other) => other.to === to) === at)
      .slice(0, mostAnswers);
  };
}

function answersIn(content: Content): (Answer & { text: string })[] {
  const page: Page | undefined = pageAt(content.path);
  const title = page?.title ?? content.path;
  return sectionsOf(content).map(({ heading, anchor, text }) => ({
    to: content.path,
    anchor,
    title,
    heading,
    text,
    excerpt: excerptOf(text),
  }));
}

function excerptOf(text: string): string {
  if (text.length <= excerptLength) return text;
  return `${text.slice(0, text.lastIndexOf(' ', excerptLength))} …`;
}
