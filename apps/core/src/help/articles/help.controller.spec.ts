import { expect, test } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import type { CoreConfig } from '../../platform/process/config.js';
import type { ArticleVotesService } from './article-votes.service.js';
import { chatFrame } from './chat-frame.js';
import { HelpController } from './help.controller.js';

test('without a chat provider there is no chat, and no frame for it', async () => {
  const none = new HelpController({} as ArticleVotesService, { CHAT_PAGE_URL: '' } as CoreConfig);
  expect(none.chat()).toEqual({ provided: false });
  await expect(none.frame({} as FastifyReply)).rejects.toMatchObject({ code: 'route.unknown' });
});

test('markup in the address of the chat is escaped in the frame', () => {
  const address = 'https://chat.example.com/?a="><script>&b=1';
  expect(chatFrame(address)).toContain(
    '<iframe src="https://chat.example.com/?a=&quot;>&lt;script>&amp;b=1" title="Chat" sandbox="',
  );
});
