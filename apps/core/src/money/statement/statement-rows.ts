/**
 * The two halves of a statement, as columns of a query: settled jobs `j`, and transfers `t` that are not
 * pending. The statement and its verification read the same columns.
 */
export const jobRows = `
  j.settled_at AS at, j.id AS job_id, NULL::bigint AS transfer_id, 'capture' AS kind, j.file_name AS name,
  NULL::uuid AS of_job, -j.captured_minor AS amount_minor, j.captured_pages AS pages, j.captured_color_pages AS color_pages,
  cardinality(j.unit_prices) - j.captured_pages AS back_pages, j.returned_minor AS back_minor,
  CASE WHEN j.captured_pages > 0 AND j.document_pages IS NOT NULL
      THEN trim_array(j.document_pages, cardinality(j.document_pages) - j.captured_pages)
    WHEN j.captured_pages BETWEEN 1 AND cardinality(j.unit_prices) - 1 AND j.revision = 1
    THEN ARRAY(SELECT generate_series(1, j.captured_pages)) END AS numbers,
  NULL::uuid AS payment`;

export const transferRows = `
  t.created_at AS at, NULL::uuid AS job_id, t.id AS transfer_id, t.kind, NULL::text AS name, t.job_id AS of_job,
  CASE WHEN t.credit_id = t.wallet_id THEN t.amount_minor ELSE -t.amount_minor END AS amount_minor,
  0 AS pages, 0 AS color_pages, 0 AS back_pages, 0::bigint AS back_minor, NULL::int[] AS numbers,
  CASE WHEN t.kind = 'top-up' AND t.key LIKE 'payment:%' THEN substr(t.key, 9)::uuid END AS payment`;
