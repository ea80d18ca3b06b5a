import { Controller, Inject, Res } from '@nestjs/common';
import { calls } from '@sixpence/contracts/http/calls';
import type { chatAnswer } from '@sixpence/contracts/http/help';
import { Refusal } from '@sixpence/contracts/refusals';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Answers, Asked } from '../../platform/http/call.decorator.js';
import { CORE_CONFIG, type CoreConfig } from '../../platform/process/config.js';
import { ArticleVotesService } from './article-votes.service.js';
import { chatFrame, chatFramePolicy } from './chat-frame.js';

/** The calls of the help: whether a chat is configured, the chat's frame, and the vote on an article. */
@Controller()
export class HelpController {
  constructor(
    private readonly votes: ArticleVotesService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  @Answers(calls.chat)
  chat(): z.infer<typeof chatAnswer> {
    return { provided: this.config.CHAT_PAGE_URL !== '' };
  }

  /** @throws Refusal `route.unknown` where no provider is configured */
  @Answers(calls.chatFrame)
  async frame(@Res() reply: FastifyReply): Promise<void> {
    const { CHAT_PAGE_URL: page } = this.config;
    if (page === '') throw new Refusal('route.unknown');
    await reply
      .header('content-security-policy', chatFramePolicy(page))
      .type('text/html; charset=utf-8')
      .send(chatFrame(page));
  }

  @Answers(calls.articleVote)
  async vote(@Asked() vote: Asked<typeof calls.articleVote>): Promise<object> {
    await this.votes.countVote(vote);
    return {};
  }
}
