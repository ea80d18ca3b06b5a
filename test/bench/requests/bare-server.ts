import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'pg';

/** The answers of the server, and its users. */
export interface BareOrder {
  readonly databaseUrl: string;
  /** The body of each answer, by method and path. */
  readonly answers: Readonly<Record<string, string>>;
  /** The ids of users by their cookies. */
  readonly people: Readonly<Record<string, string>>;
}

/**
 * An HTTP server that reads one row by its primary key, as a prepared statement, and answers prepared
 * bytes. It checks nothing. It runs as its own process and reports its port.
 */
process.once('message', ({ databaseUrl, answers, people }: BareOrder) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 20 });
  const person = { name: 'person', text: 'SELECT id, created_at FROM users WHERE id = $1' };
  const answerOf = async ({ method, url, headers }: IncomingMessage): Promise<string> => {
    const { rowCount } = await pool.query(person, [people[headers.cookie ?? '']]);
    const answer = answers[`${method} ${url}`];
    if (rowCount !== 1 || answer === undefined) throw new Error(`${method} ${url} is not expected`);
    return answer;
  };
  // Its connections stay open, but unused, while core is measured.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume();
    answerOf(request).then(
      (answer) => {
        const length = Buffer.byteLength(answer);
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': length,
        });
        response.end(answer);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : undefined);
  });
});
process.once('disconnect', () => process.exit(0));
