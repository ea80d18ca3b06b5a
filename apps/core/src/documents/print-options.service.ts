import { Injectable } from '@nestjs/common';
import type { Side } from '@sixpence/contracts/http/documents';
import { DataSource } from 'typeorm';
import { all, changed } from '../platform/database/sql.js';
import { NewsService } from '../platform/news/news.service.js';
import { optionsOf } from './views/document-rows.query.js';

/** Sides and colour. Setting them changes all of the person's documents; later documents begin with them. */
@Injectable()
export class PrintOptionsService {
  constructor(
    private readonly database: DataSource,
    private readonly news: NewsService,
  ) {}

  async setOptions(userId: string, choice: { side?: Side; isColor?: boolean }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { side, isColor } = { ...(await optionsOf(tx, userId)), ...choice };
      const isSide = choice.side !== undefined;
      const isColorChoice = choice.isColor !== undefined;
      await changed(
        tx,
        `INSERT INTO print_options (user_id, side, is_color) VALUES (:userId, :side, :isColor)
         ON CONFLICT (user_id) DO UPDATE SET
           side = CASE WHEN :isSide THEN excluded.side ELSE print_options.side END,
           is_color = CASE WHEN :isColorChoice THEN excluded.is_color ELSE print_options.is_color END`,
        { userId, side, isColor, isSide, isColorChoice },
      );
      const documents = await all<{ documentId: string }>(
        tx,
        `UPDATE documents SET side = coalesce(:side, side), is_color = coalesce(:isColor, is_color)
         WHERE id IN (
             SELECT id FROM documents
             WHERE owner_id = :userId AND deleted_at IS NULL AND expires_at > app_now() ORDER BY id FOR UPDATE
           )
           AND (side, is_color) IS DISTINCT FROM (coalesce(:side, side), coalesce(:isColor, is_color))
         RETURNING id AS document_id`,
        { userId, side: choice.side ?? null, isColor: choice.isColor ?? null },
      );
      for (const { documentId } of documents) {
        this.news.publishAfterCommit(tx, 'person.document', { documentId, ownerId: userId });
      }
    });
  }
}
