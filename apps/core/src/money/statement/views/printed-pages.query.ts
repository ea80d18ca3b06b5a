import { Injectable } from '@nestjs/common';
import type { MonthlyPagesAnswer } from '@sixpence/contracts/http/statement';
import { DataSource } from 'typeorm';
import { one } from '../../../platform/database/sql.js';

@Injectable()
export class PrintedPages {
  constructor(private readonly database: DataSource) {}

  /**
   * The pages that a person has paid for since this moment, by their price: a black page of a colour job is
   * black-and-white.
   */
  async since(owner: string, from: Date): Promise<MonthlyPagesAnswer> {
    const row = await one<MonthlyPagesAnswer>(
      this.database,
      `SELECT coalesce(sum(captured_pages - captured_color_pages), 0) AS mono_pages,
              coalesce(sum(captured_color_pages), 0) AS color_pages
       FROM jobs WHERE owner_id = :owner AND currency IN ('GBP', 'EUR') AND settled_at >= :from`,
      { owner, from },
    );
    return row ?? { monoPages: 0, colorPages: 0 };
  }
}
