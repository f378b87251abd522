import { Form, useNavigation, useSearchParams } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from './button.tsx';
import { FormErrors } from './form-errors.tsx';
import { type Anew, AnewLink, MissingToken } from './missing-token.tsx';

interface Props {
  title: string;
  lead: string;
  submit: string;
  anew: Anew;
}

/** The page behind a link in an email: its button posts the token, because mail scanners open links themselves. */
export function TokenForm({ title, lead, submit, anew }: Props) {
  const [query] = useSearchParams();
  const refusal = (useActionResult() as { refusal: Refusal } | undefined)?.refusal;
  const busy = useNavigation().state !== 'idle';
  const token = query.get('token');
  if (!token) return <MissingToken title={title} anew={anew} />;
  return (
    <div className="panel stack">
      <h1>{title}</h1>
      <p>{lead}</p>
      <Form method="post" className="stack">
        <FormErrors refusal={refusal} />
        {refusal?.errors.token ? <AnewLink {...anew} /> : null}
        <input type="hidden" name="token" value={token} />
        <Button size="large" wide busy={busy}>
          {submit}
        </Button>
      </Form>
    </div>
  );
}
