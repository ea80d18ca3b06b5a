/** `tcp` if not given. */
export type Protocol = 'tcp' | 'udp';

interface Port {
  readonly variable: string;
  readonly default: number;
  readonly what: string;
  readonly protocol?: Protocol;
}

/**
 * Every port of the service on one machine, with the variable that changes it. A port may be listed here
 * before its part exists: only parts that start check their ports.
 */
export const ports = {
  core: { variable: 'PORT', default: 3000, what: 'core: the site, its API, and its sockets' },
  metrics: { variable: 'METRICS_PORT', default: 3001, what: "core's metrics" },
  agent: { variable: 'AGENT_PORT', default: 3100, what: 'the printer agent and its panels' },
  intake: { variable: 'INTAKE_PORT', default: 2525, what: 'the intake, which takes mail (SMTP)' },
  mailboxSmtp: { variable: 'MAILBOX_SMTP_PORT', default: 1025, what: "the mailbox's SMTP" },
  mailbox: { variable: 'MAILBOX_PORT', default: 1080, what: "the mailbox's page and REST" },
  identity: { variable: 'IDENTITY_PORT', default: 3200, what: 'the identity providers' },
  dns: {
    variable: 'DNS_PORT',
    default: 5354,
    what: "the DNS server of the demo's mail domains (udp)",
    protocol: 'udp',
  },
  payments: { variable: 'PAYMENTS_PORT', default: 3300, what: 'the stand-in for Stripe' },
  hall: { variable: 'HALL_PRINTER_PORT', default: 8631, what: 'the virtual printer "hall"' },
  library: { variable: 'LIBRARY_PRINTER_PORT', default: 8632, what: 'the virtual printer "library"' },
  postgres: { variable: 'POSTGRES_PORT', default: 5433, what: 'the embedded PostgreSQL' },
  siteServer: { variable: 'SITE_DEV_PORT', default: 5173, what: 'the site from its sources (npm run dev)' },
  panelServer: {
    variable: 'PANEL_DEV_PORT',
    default: 5174,
    what: 'the panels from their sources (npm run dev)',
  },
  nats: { variable: 'NATS_PORT', default: 4223, what: 'the NATS server' },
} as const satisfies Readonly<Record<string, Port>>;

export type PortName = keyof typeof ports;
export type PortNumbers = Readonly<Record<PortName, number>>;

/** @throws Error that names the variable with an invalid port */
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

export function protocolOf(name: PortName): Protocol {
  const port: Port = ports[name];
  return port.protocol ?? 'tcp';
}

/** @returns a sentence for each two of these ports that have one number and one protocol */
export function sharedPorts(names: readonly PortName[], numbers: PortNumbers): string[] {
  const firsts = new Map<string, PortName>();
  return names.flatMap((name) => {
    const number = numbers[name];
    const place = `${number}/${protocolOf(name)}`;
    const first = firsts.get(place);
    if (first === undefined) {
      firsts.set(place, name);
      return [];
    }
    const variables = `${ports[first].variable} and ${ports[name].variable}`;
    return [`${variables} are both ${number}: give one of them another port.`];
  });
}
