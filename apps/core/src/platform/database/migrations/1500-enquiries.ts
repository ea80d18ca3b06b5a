import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people ask by the contact form, and by the one for a product sheet. */
export class Enquiries1500 implements MigrationInterface {
  readonly name = 'Enquiries1763600001500';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE enquiries (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        at timestamptz NOT NULL DEFAULT app_now(),
        kind text NOT NULL CHECK (kind IN ('contact', 'brochure')),
        first_name text NOT NULL,
        last_name text NOT NULL,
        email text NOT NULL,
        country text NOT NULL,
        comment text,
        detected_country text,
        detected_city text,
        company text,
        product_sheet text,
        additional_info text,
        CHECK (num_nulls(comment, detected_country, detected_city) = CASE kind WHEN 'contact' THEN 0 ELSE 3 END),
        CHECK (num_nulls(company, product_sheet, additional_info) = CASE kind WHEN 'brochure' THEN 0 ELSE 3 END)
      );
      CREATE INDEX enquiries_at ON enquiries (at);
      CREATE INDEX enquiries_email ON enquiries (email);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE enquiries');
  }
}
