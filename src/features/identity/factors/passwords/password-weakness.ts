import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { type Message, message } from '#i18n/message.ts';
import type { Ctx } from '../../../ctx.ts';

/** The work grows with the square of the length and with every letter that may be a digit: 18 ms at most, not 600. */
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 20 };
/** From 0 to 4: ten billion guesses or more. */
const ENOUGH = 4;

interface Owner {
  username: string;
  email: string;
  display_name: string;
}

/** Why a password is refused, or null: it is among the common ones, or built of them, patterns or its owner's data. */
export async function passwordWeakness({ config }: Ctx, password: string, owner: Owner): Promise<Message | null> {
  const known = [owner.username, owner.email, owner.display_name, new URL(config.public_url).hostname];
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const { score, sequence } = (await estimator()).check(password, ['facevalue', 'facevalue-demo', ...words]);
  if (score >= ENOUGH) return null;
  if (sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs')) return message('auth.password_personal');
  if (sequence.length === 1 && sequence[0]?.pattern === 'repeat') return message('auth.password_repeats');
  return message('auth.password_common');
}

let made: Promise<ZxcvbnFactory> | undefined;

/** Made at the first password: the lists of leaked ones take 30 MB and a fifth of a second. */
function estimator(): Promise<ZxcvbnFactory> {
  made ??= makeEstimator();
  return made;
}

async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...BOUNDS });
}
