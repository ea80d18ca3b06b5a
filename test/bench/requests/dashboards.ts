import { calls } from '@sixpence/contracts/http/calls';
import type { Call } from '@sixpence/contracts/http/call';
import {
  hashSessionToken,
  newSessionToken,
  sessionCookieName,
} from '@sixpence/core/people/sessions/session-token';
import { connected } from '../../support/core/database.js';
import type { World } from '../../support/worlds/world.js';

const { validateSession: check, fetchDocuments: list, createCode: code } = calls;
const { userAccountBalance: balance, myWallets: wallets } = calls;

/**
 * The calls of one visit, in their order. The site checks the session before each action, and reads the list
 * and the balance again after news.
 */
export const visit: readonly Call[] = [
  check,
  list,
  balance,
  check,
  list,
  check,
  wallets,
  list,
  check,
  balance,
  check,
  list,
  balance,
  check,
  list,
  code,
  check,
  list,
  balance,
  check,
];

/** A user with a session, ten pounds, and five printable documents. */
export interface Visitor {
  readonly id: string;
  /** The session's cookie, as `name=value`. */
  readonly cookie: string;
  /** The requests of one visit, as HTTP/1.1 text. */
  readonly requests: readonly string[];
}

/**
 * Makes users by SQL, because signing in and preparing documents would take far longer than the bench.
 * @param secretKey the `SECRET_KEY` of the world's core
 */
export async function manyVisitors(world: World, secretKey: Uint8Array, count: number): Promise<Visitor[]> {
  const tokens = Array.from({ length: count }, () => newSessionToken());
  const ids = await connected(world.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(madePeople, [
      tokens.map((token) => hashSessionToken(token, secretKey)),
    ]);
    await client.query(`SELECT ledger_post('admin-grant', id, 'GBP', 1000, 'bench:' || id) FROM users`);
    await client.query('VACUUM ANALYZE');
    return rows.map(({ id }) => id);
  });
  return ids.map((id, at) => {
    const cookie = `${sessionCookieName(world.url)}=${tokens[at]}`;
    return { id, cookie, requests: visit.map((call) => requestOf(call, { cookie, origin: world.url })) };
  });
}

const madePeople = `
  WITH person AS (
    SELECT gen_random_uuid() AS id, hash, number
    FROM unnest($1::bytea[]) WITH ORDINALITY AS given (hash, number)
  ), added AS (
    INSERT INTO users (id) SELECT id FROM person
  ), address AS (
    INSERT INTO addresses (address, user_id, proven_by, is_primary)
    SELECT id || '@example.com', id, 'operator', true FROM person
  ), session AS (
    INSERT INTO sessions (token_hash, user_id, expires_at)
    SELECT hash, id, app_now() + interval '1 day' FROM person
  ), document AS (
    INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
    SELECT id, 'essay ' || n || '.pdf', '1-Sided', false, app_now() + interval '72 hours'
    FROM person, generate_series(1, 5) AS n RETURNING id
  ), revision AS (
    INSERT INTO document_revisions (document_id, revision, state, media_type, byte_length, conversion_id,
      page_count, pages)
    SELECT id, 1, 'ready', 'application/pdf', 48213, gen_random_uuid(), 3, (
      SELECT jsonb_agg('{"widthPoints": 595, "heightPoints": 842, "hasColor": false, "isBlank": false,
        "tileBytes": 4096, "imageBytes": 65536}'::jsonb) FROM generate_series(1, 3))
    FROM document
  )
  SELECT id FROM person ORDER BY number`;

/** A request with the headers that core reads. */
function requestOf(
  { method, path, example }: Call,
  { cookie, origin }: { cookie: string; origin: string },
): string {
  const body = method === 'GET' ? '' : JSON.stringify(example ?? {});
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Accept: */*',
    `Cookie: ${cookie}`,
    ...(method === 'GET'
      ? []
      : [`Origin: ${origin}`, 'Content-Type: application/json', `Content-Length: ${body.length}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
