import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { activation, resendVerification } from '#contracts/auth.ts';
import { paymentOptions } from '#contracts/payments.ts';
import { attempt, read } from '#web/api.ts';
import { flash } from '#web/flash.ts';
import { refused } from '#web/form-data.ts';
import { usePolling } from '#web/live/use-polling.ts';
import { titled } from '#web/titled.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { Money } from '#web/ui/money.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PaymentForm } from './billing/payment-form.tsx';

export const meta = titled('Activation');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [state, options] = await Promise.all([read(where, activation), read(where, paymentOptions)]);
  return data({ ...state.data, offered: options.data.offered, payment_key: crypto.randomUUID() });
}

export async function action({ context, url }: ActionFunctionArgs) {
  const outcome = await attempt({ context, url }, resendVerification);
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: 'The link is on its way again', content: '' });
  return redirect('/activation', { headers: { 'set-cookie': said } });
}

export default function Activation() {
  const state = useLoaderData<typeof loader>();
  usePolling(!state.active, 5000);
  const missing_cents = Math.max(0, state.minimum_cents - state.topped_up_cents);
  return (
    <div className="reading stack">
      {state.active ? (
        <PageHead title="Your account is active" lead="Everything in the shop is open to you.">
          <ButtonLink to="/cards">Browse cards</ButtonLink>
        </PageHead>
      ) : (
        <PageHead title="Activate your account" lead="The shop opens as soon as these are done. It costs no fee." />
      )}
      <ol className="panel steps">
        <Step done={state.email_verified} title="Confirm your e-mail address">
          <ResendForm />
        </Step>
        <Step done={state.terms_accepted} title="Accept the terms">
          <p>They are accepted when an account is created.</p>
        </Step>
        {state.minimum_cents ? (
          <Step
            done={missing_cents === 0}
            title={
              <>
                Add at least <Money cents={state.minimum_cents} />
              </>
            }
          >
            <p>
              The money stays yours: it is the balance that you buy cards with.
              {state.topped_up_cents ? (
                <>
                  {' '}
                  <Money cents={missing_cents} /> to go.
                </>
              ) : null}
            </p>
            <PaymentForm offered={state.offered} amount={missing_cents} payment_key={state.payment_key} />
          </Step>
        ) : null}
      </ol>
    </div>
  );
}

function Step({ done, title, children }: { done: boolean; title: ReactNode; children: ReactNode }) {
  return (
    <li data-done={done || undefined}>
      {done ? <CircleCheck size={22} aria-hidden="true" /> : <CircleDashed size={22} aria-hidden="true" />}
      <div className="stack">
        <h2>
          {title} <span className="visually-hidden">{done ? '(done)' : '(to do)'}</span>
        </h2>
        {done ? null : children}
      </div>
    </li>
  );
}

function ResendForm() {
  const result = useActionData<typeof action>();
  return (
    <Form method="post" className="stack">
      <FormErrors refusal={result?.refusal} />
      <p>Open the link in the message that we sent you.</p>
      <div>
        <Button look="secondary" size="small">
          Send the link again
        </Button>
      </div>
    </Form>
  );
}
