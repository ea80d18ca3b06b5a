import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Logger } from 'pino';
import { LOGGER } from './logger.js';
import { roundsOf } from './rounds.js';

/**
 * Calls the methods with the decorator `Every`, of all services. Only `AppModule` provides this service: the
 * operator's command line has the same services, and starts no rounds. `AppModule` is destroyed first, so
 * every round ends before the modules that it needs.
 */
@Injectable()
export class RoundsService implements OnApplicationBootstrap, OnModuleDestroy {
  /** The function that stops the rounds of a service. */
  private readonly stops = new Map<object, () => Promise<void>>();

  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders() as { instance: unknown }[]) {
      if (typeof instance === 'object' && instance !== null) this.startRounds(instance);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.stops.keys()].map((service) => this.stopRounds(service)));
  }

  startRounds(service: object): void {
    const stopping = new AbortController();
    const running = new Map<object, Promise<unknown>>();
    const timers = roundsOf(service).map((round) =>
      setInterval(() => {
        if (running.has(round)) return;
        const ended = round
          .run(service, stopping.signal)
          .catch((error: unknown) => {
            this.logger[round.level]({ err: error }, round.failure);
          })
          .finally(() => running.delete(round));
        running.set(round, ended);
      }, round.everyMs).unref(),
    );
    this.stops.set(service, async () => {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await Promise.all(running.values());
    });
  }

  /** Starts no further round of this service, and waits for the running ones. */
  async stopRounds(service: object): Promise<void> {
    await this.stops.get(service)?.();
  }
}
