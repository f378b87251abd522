import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { href } from 'react-router';

interface Challenge<Options> {
  challenge_id: string;
  options: Options;
}

/** What the form submits: the challenge and the authenticator's response. */
export interface PasskeyAnswer {
  challenge_id: string;
  response: string;
}

/** An error with a page to redirect to, or a message to show. */
export class PasskeyRefused extends Error {
  readonly confirm: string | null;

  constructor(message: string, confirm: string | null) {
    super(message);
    this.confirm = confirm;
  }
}

async function challenge<Options>(asked: Record<string, string>): Promise<Challenge<Options>> {
  const answer = await fetch(href('/passkey'), { method: 'POST', body: new URLSearchParams(asked) });
  const body = await answer.json();
  if (!answer.ok) throw new PasskeyRefused(body.message, body.confirm);
  return body;
}

interface Asked {
  autofill?: boolean;
  /** The decision about a proposal that is to be signed. */
  signs?: Record<'proposal_id' | 'decision', string> | undefined;
}

/** Asks the browser for a passkey of this shop; `autofill` makes it wait in the field's suggestions. */
export async function answerWithPasskey({ autofill = false, signs }: Asked = {}): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { challenge_id, options } = await challenge<PublicKeyCredentialRequestOptionsJSON>({
    for: 'answer',
    ...signs,
  });
  const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill });
  return { challenge_id, response: JSON.stringify(response) };
}

/** Creates a passkey for the signed-in user; its name is stored if they have to confirm their identity first. */
export async function makePasskey(name: string): Promise<PasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challenge_id, options } = await challenge<PublicKeyCredentialCreationOptionsJSON>({
    for: 'register',
    name,
  });
  const response = await startRegistration({ optionsJSON: options });
  return { challenge_id, response: JSON.stringify(response) };
}
