import { z } from 'zod';
import { articlePaths } from '../pages.js';
import type { Call } from './call.js';

/** `GET /chat`: true when a provider's chat replaces the help panel. */
export const chatAnswer = z.object({ provided: z.boolean() });

/** `POST /article-vote`: whether the reader found an article useful. */
const articleVote = z.object({ article: z.enum(articlePaths), useful: z.boolean() });
export type ArticleVote = z.infer<typeof articleVote>;

export const helpCalls = {
  chat: {
    method: 'GET',
    path: '/chat',
    summary: 'Whether there is a chat with people',
    proof: 'none',
    budget: { network: { points: 600, seconds: 60 } },
    answer: chatAnswer,
  },
  chatFrame: {
    method: 'GET',
    path: '/chat-frame',
    summary: 'The frame in which the provider’s chat stands',
    proof: 'none',
    budget: { network: { points: 600, seconds: 60 } },
    answer: 'text/html',
    refusals: ['route.unknown'],
  },
  articleVote: {
    method: 'POST',
    path: '/article-vote',
    summary: 'Whether an article was useful; only the number of such votes is kept',
    proof: 'none',
    // Many readers may share one network address. The budget keeps a program's influence small.
    budget: { network: { points: 30, seconds: 3_600, shared: true } },
    request: articleVote,
    example: { article: '/how-to-top-up', useful: true },
  },
} as const satisfies Record<string, Call>;
