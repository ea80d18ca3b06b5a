const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The parts of a time in a time zone. */
interface Clock {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

/** `22 November 2026`: for people. */
export function dayIn(zone: string, at: Date): string {
  const { year, month, day } = clockIn(zone, at);
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`;
}

/** `22 Nov 2026, 21:05` */
export function minuteIn(zone: string, at: Date): string {
  const { year, month, day, hour, minute } = clockIn(zone, at);
  return `${Number(day)} ${months[Number(month) - 1]?.slice(0, 3)} ${year}, ${hour}:${minute}`;
}

/** `2026-11-22 21:05:09`: for programs. */
export function secondIn(zone: string, at: Date): string {
  const { year, month, day, hour, minute, second } = clockIn(zone, at);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Cached by zone, because creating a format takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Only the digits of the format are used, so that the machine's settings have no effect. */
function clockIn(timeZone: string, at: Date): Clock {
  const parts = clockOf(timeZone).formatToParts(at);
  const digits = (type: keyof Clock) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    year: digits('year'),
    month: digits('month'),
    day: digits('day'),
    hour: digits('hour'),
    minute: digits('minute'),
    second: digits('second'),
  };
}
