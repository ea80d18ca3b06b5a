import { Injectable } from '@nestjs/common';
import { money } from '@sixpence/money/money';
import type { ContainedVat } from '@sixpence/paper/papers';
import { all, type Queries } from '../../../platform/database/sql.js';
import type { Account } from './statement-rows.query.js';
import { vatIn } from '../vat-in.js';

interface Row {
  organisation: string;
  vatNumber: string | null;
  basisPoints: number;
  printedMinor: number;
}

/** The VAT in the paid pages of a person, less give-backs, by organisation and by the rate of the day. */
@Injectable()
export class ContainedVatQuery {
  async vatOf(queries: Queries, { owner, currency, from }: Account): Promise<ContainedVat[]> {
    const rows = await all<Row>(
      queries,
      `SELECT o.name AS organisation, v.vat_number, v.basis_points, sum(moved.minor) AS printed_minor
       FROM (
         SELECT j.printer_id, j.settled_at, j.captured_minor AS minor FROM jobs j
         WHERE j.owner_id = :owner AND j.currency = :currency AND j.settled_at >= :from
         UNION ALL
         SELECT j.printer_id, j.settled_at, -t.amount_minor
         FROM transfers t JOIN jobs j ON j.id = t.job_id
         WHERE t.kind = 'give-back' AND t.created_at >= :from
           AND t.wallet_id = (SELECT id FROM ledger_accounts
           WHERE kind = 'wallet' AND owner_id = :owner AND currency = :currency)
       ) moved
       JOIN printers p ON p.id = moved.printer_id JOIN sites s ON s.id = p.site_id
       JOIN organisations o ON o.id = s.organisation_id
       JOIN LATERAL (SELECT vat_number, basis_points FROM organisation_vat
         WHERE organisation_id = o.id AND valid_from <= moved.settled_at ORDER BY valid_from DESC LIMIT 1) v
         ON v.basis_points > 0
       GROUP BY o.name, v.vat_number, v.basis_points HAVING sum(moved.minor) <> 0
       ORDER BY o.name, v.basis_points, v.vat_number`,
      { owner, currency, from },
    );
    return rows.map(({ organisation, vatNumber, basisPoints, printedMinor }) => ({
      organisation,
      number: vatNumber ?? undefined,
      percent: String(basisPoints / 100),
      printed: money(printedMinor, currency),
      vat: money(vatIn(printedMinor, basisPoints), currency),
    }));
  }
}
