import { COINS } from '#contracts/coins.ts';
import type { Ctx } from '#features/ctx.ts';
import type { AlertKind } from '#features/feature.ts';
import { type Figure, readOperation } from '#features/office/operations/figures/read-operation.ts';
import { readLoops } from '#features/office/operations/jobs/read-loops.ts';
import { overdueMs } from '#features/office/operations/jobs/state-of-loop.ts';
import { readMachine } from '#features/office/overview/state/read-machine.ts';
import { readStock } from '#features/office/overview/state/read-stock.ts';
import type { Forgettable } from '#platform/metrics/forgettable.ts';

/** What operators are called for. Returns how to read it, and then how to set the gauges. */
export function operationGauges(
  ctx: Ctx,
  { gauge }: Forgettable,
  alertKinds: readonly AlertKind[],
): () => Promise<() => void> {
  const setMachine = machineGauges(gauge);
  const setLoops = loopGauges(gauge);
  const setFigures = figureGauges(alertKinds, gauge);
  const cards = gauge('stock_cards', 'Cards on sale.');
  return async () => {
    const now = ctx.clock.now();
    const [figures, loops, machine, stock] = await Promise.all([
      readOperation(ctx.reads, now),
      readLoops(ctx.reads, now),
      readMachine({ ...ctx, sql: ctx.reads }),
      readStock(ctx.reads, false),
    ]);
    return () => {
      setFigures(figures);
      setLoops(loops, now);
      setMachine(machine);
      cards.set(stock.available);
    };
  };
}

type MakeGauge = Forgettable['gauge'];

function machineGauges(gauge: MakeGauge) {
  const free = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.');
  const size = gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.');
  const database = gauge('database_size_bytes', 'Size of the database.');
  const backup = gauge('backup_timestamp_seconds', 'When the last backup ended; missing if there was none.');
  return (machine: Awaited<ReturnType<typeof readMachine>>) => {
    free.set(machine.disk_free_bytes);
    size.set(machine.disk_total_bytes);
    database.set(machine.database_bytes);
    if (machine.backup_at) backup.set(Date.parse(machine.backup_at) / 1_000);
  };
}

function loopGauges(gauge: MakeGauge) {
  const workers = gauge('workers', 'Workers that reported within the last minute.');
  const overdue = gauge('loop_overdue_seconds', 'For how long the next success of a loop has been due, at worst.', [
    'loop',
  ]);
  return (loops: Awaited<ReturnType<typeof readLoops>>, now: Date) => {
    const running = loops.filter(({ state }) => state !== 'gone');
    workers.set(new Set(running.map(({ worker }) => worker)).size);
    const worst = Map.groupBy(running, ({ name }) => name);
    for (const [loop, each] of worst)
      overdue.set({ loop }, Math.max(0, ...each.map((one) => overdueMs(one, now))) / 1_000);
  };
}

function figureGauges(kinds: readonly AlertKind[], gauge: MakeGauge) {
  const alerts = gauge('alerts_open', 'Open alerts of the back office.', ['kind', 'severity']);
  const held = gauge('deposits_held', 'Payments on hold, in full or in part.', ['coin']);
  const pending = gauge('deposits_pending', 'Payments seen and not yet credited.', ['coin']);
  const nobodys = gauge('deposits_unclaimed', 'Payments to addresses that nobody was given.', ['coin']);
  const byLabel: Partial<Record<Figure['name'], [ReturnType<MakeGauge>, string]>> = {
    check_at: [gauge('check_timestamp_seconds', 'When the last check of a kind ended.', ['check']), 'check'],
    check_problems: [gauge('check_problems', 'What the last check of a kind found.', ['check']), 'check'],
    deposits_held: [held, 'coin'],
    deposits_pending: [pending, 'coin'],
    deposits_pending_s: [gauge('deposits_pending_oldest_seconds', 'Age of the oldest of them.', ['coin']), 'coin'],
    rate_at: [gauge('rate_timestamp_seconds', 'When the rate of a coin was last agreed on.', ['coin']), 'coin'],
    unclaimed: [nobodys, 'coin'],
  };
  return (figures: readonly Figure[]) => {
    const severityOf = (kind: string) => kinds.find(({ name }) => name === kind)?.severity ?? 'warning';
    for (const { name: kind } of kinds) alerts.set({ kind, severity: severityOf(kind) }, 0);
    for (const coin of COINS) for (const one of [held, pending, nobodys]) one.set({ coin }, 0);
    for (const { name, label, value } of figures) {
      if (name === 'alerts') alerts.set({ kind: label, severity: severityOf(label) }, value);
      const [one, by] = byLabel[name] ?? [];
      if (one && by) one.set({ [by]: label }, value);
    }
  };
}
