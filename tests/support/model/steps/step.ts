import type fc from 'fast-check';
import { compare } from '../compare.ts';
import type { ShopModel } from '../shop-model.ts';
import type { Run } from '../world.ts';

type Act = (model: ShopModel, real: Run) => Promise<number | undefined>;

/** How often each kind of step was answered how, over all runs. */
export const answered = new Map<string, Map<number, number>>();

const STEP_MS = 30_000;

/** One step that both take, and that leaves them equal. */
export class Step implements fc.AsyncCommand<ShopModel, Run> {
  readonly kind: string;
  readonly name: string;
  readonly act: Act;
  /** `act` returns how the shop answered; nothing if there was nothing to do it with. */
  constructor(kind: string, name: string, act: Act) {
    [this.kind, this.name, this.act] = [kind, name, act];
  }
  check = () => true;
  toString = () => `${this.kind} ${this.name}`;
  async run(model: ShopModel, real: Run): Promise<void> {
    real.clock.advance(STEP_MS);
    model.now += STEP_MS;
    await real.staySignedIn();
    try {
      const status = await this.act(model, real);
      if (status === undefined) return;
      const statuses = answered.get(this.kind) ?? new Map<number, number>();
      answered.set(this.kind, statuses.set(status, (statuses.get(status) ?? 0) + 1));
      await compare(model, real);
    } catch (cause) {
      throw new StepError(this, cause as Error);
    }
  }
}

/** Names the step after which the shop and the model differed. */
export class StepError extends Error {
  /** The same for the same fault, whichever step of its kind showed it. */
  readonly fault: string;
  constructor(step: Step, cause: Error) {
    const [what = ''] = cause.message.split('\n');
    super(`${step}: ${what}`, { cause });
    this.fault = `${step.kind}: ${what}`;
  }
}

/** One of those that it fits, three times out of four; else any of them, so that refusals come up, too. */
export function pickFitting<T>(from: readonly T[], at: number, fits: (one: T) => boolean): T | undefined {
  const fitting = from.filter(fits);
  return pick(at % 4 > 0 && fitting.length > 0 ? fitting : from, Math.floor(at / 4));
}

export const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
