/** Every port that `npm start` takes, with the variable that moves it. None is one of the machine's own usual ports. */
export const ports = {
  core: { variable: 'PORT', default: 3000, what: 'core: the site, its API, and its sockets' },
  metrics: { variable: 'METRICS_PORT', default: 3001, what: "core's metrics" },
  agent: { variable: 'AGENT_PORT', default: 3100, what: 'the printer agent and its panels' },
  postgres: { variable: 'POSTGRES_PORT', default: 5433, what: 'the embedded PostgreSQL' },
  nats: { variable: 'NATS_PORT', default: 4223, what: 'the NATS server' },
  hall: { variable: 'HALL_PRINTER_PORT', default: 8631, what: 'the virtual printer "hall"' },
  library: { variable: 'LIBRARY_PRINTER_PORT', default: 8632, what: 'the virtual printer "library"' },
} as const;

export type PortName = keyof typeof ports;
export type PortNumbers = Readonly<Record<PortName, number>>;

/** @throws Error naming the variable that holds no port */
export function readPorts(environment: Readonly<Record<string, string | undefined>>): PortNumbers {
  const entries = Object.entries(ports).map(([name, port]) => {
    const given = environment[port.variable];
    const number = given === undefined || given === '' ? port.default : Number(given);
    if (!Number.isInteger(number) || number < 1 || number > 65_535) {
      throw new Error(`${port.variable} is the port of ${port.what}: give a number from 1 to 65535.`);
    }
    return [name, number] as const;
  });
  return Object.fromEntries(entries) as PortNumbers;
}
