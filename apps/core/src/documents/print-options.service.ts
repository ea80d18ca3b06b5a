import { Injectable } from '@nestjs/common';
import type { Side } from '@sixpence/contracts/http/documents';
import { DataSource } from 'typeorm';
import { OutboxService } from '../outbox/outbox.service.js';
import { optionsOf } from './document-rows.query.js';

/** Sides and colour: for all of a person's documents at once, and for those that come later. */
@Injectable()
export class PrintOptionsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxService,
  ) {}

  async set(userId: string, choice: { side?: Side; isColor?: boolean }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { side, isColor } = { ...(await optionsOf(tx, userId)), ...choice };
      await tx.query(
        `INSERT INTO print_options (user_id, side, is_color) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET
           side = CASE WHEN $4 THEN excluded.side ELSE print_options.side END,
           is_color = CASE WHEN $5 THEN excluded.is_color ELSE print_options.is_color END`,
        [userId, side, isColor, choice.side !== undefined, choice.isColor !== undefined],
      );
      const [documents]: [{ documentId: string }[], number] = await tx.query(
        `UPDATE documents SET side = coalesce($2, side), is_color = coalesce($3, is_color)
         WHERE id IN (
             SELECT id FROM documents
             WHERE owner_id = $1 AND deleted_at IS NULL AND expires_at > app_now() ORDER BY id FOR UPDATE
           )
           AND (side, is_color) IS DISTINCT FROM (coalesce($2, side), coalesce($3, is_color))
         RETURNING id AS "documentId"`,
        [userId, choice.side ?? null, choice.isColor ?? null],
      );
      for (const { documentId } of documents) {
        await this.outbox.record(tx, 'print.document.changed', { documentId, ownerId: userId });
      }
    });
  }
}
