import type fc from 'fast-check';
import { compare } from '../compare.ts';
import type { ShopModel } from '../shop-model.ts';
import type { Run } from '../world.ts';

type Act = (model: ShopModel, real: Run) => Promise<number | undefined>;

/** How often each kind of step was answered how, over all runs. */
export const answered = new Map<string, number>();

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
    const status = await this.act(model, real);
    if (status === undefined) return;
    const key = `${this.kind} ${status}`;
    answered.set(key, (answered.get(key) ?? 0) + 1);
    await compare(model, real);
  }
}

export const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
