interface Spy {
  mock: { calls: unknown[][] };
}

/** The recorded log lines with one of these ids, because core's own rounds log at any time as well. */
export function linesAbout({ mock }: Spy, ...ids: unknown[]): unknown[][] {
  return mock.calls.filter(([fields]) =>
    Object.values(fields as object).some((value) => ids.includes(value)),
  );
}
