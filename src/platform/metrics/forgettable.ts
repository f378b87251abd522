import { Gauge, type Registry } from 'prom-client';

/** Gauges of what was read from somewhere else, which say nothing while it can't be read. */
export interface Forgettable {
  /** A gauge named `facevalue_` and this. */
  gauge(name: string, help: string, labelNames?: string[]): Gauge;
  /** Takes all values back, so that none is claimed any longer. */
  forget(): void;
}

export function createForgettable(registry: Registry): Forgettable {
  const all: Gauge[] = [];
  return {
    gauge(name, help, labelNames = []) {
      const gauge = new Gauge({ name: `facevalue_${name}`, help, labelNames, registers: [registry] });
      all.push(gauge);
      return gauge;
    },
    forget() {
      for (const gauge of all) {
        gauge.reset();
        // A gauge without labels starts at 0 again, which would be a claim.
        gauge.remove({});
      }
    },
  };
}
