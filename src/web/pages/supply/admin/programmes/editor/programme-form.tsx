import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import { Form } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FaceGroup } from './face-group.tsx';
import { FieldsProvider } from './fields.tsx';
import { IssuerGroup, PriceGroup, ProductGroup, TextGroup } from './groups.tsx';
import { type CheckedMask, MaskGroup } from './mask-group.tsx';
import { type FormPage, type Step, stepsOf } from './steps.ts';
import { fieldNames, typedOver, type Values } from './values.ts';
import '#web/styles/office/programme.css';

interface Result {
  refusal: Refusal | undefined;
  values: Values & { examples?: string; evidence_ref?: string; revision?: string };
  mask?: CheckedMask;
}

interface Props {
  page: FormPage;
  initial: Values;
  /** A new version of a programme: its key is there. */
  edits?: boolean;
  /** What the page does when Enter is pressed in a field. */
  intent: string;
  /** Above the groups. */
  steps?: ReactNode;
  /** Below them: the buttons, and what is given with a proposal. */
  children: (errors: Refusal['errors'], typed: Partial<Result['values']>) => ReactNode;
}

/** What a programme says of itself, or a step of it; what it looks like changes with every key where scripts run. */
export function ProgrammeForm({ page, initial, edits = false, intent, steps, children }: Props) {
  const result = useActionResult<Result>();
  const start = { ...initial, ...result?.values };
  const [typed, setTyped] = useState<Values>();
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const given = new FormData(currentTarget);
    setTyped(typedOver(start, (name) => given.get(name)?.toString()));
  };
  const errors = result?.refusal?.errors ?? {};
  const groups: Record<Step, ReactNode> = {
    card: (
      <>
        <ProductGroup />
        <IssuerGroup />
      </>
    ),
    face: <FaceGroup values={typed ?? start} />,
    codes: (
      <MaskGroup
        checked={result?.mask}
        values={typed ?? start}
        live={typed !== undefined}
        examples={result?.values.examples}
      />
    ),
    terms: (
      <>
        <PriceGroup />
        <TextGroup />
      </>
    ),
  };
  return (
    <Form method="post" className="programme-form" noValidate onInput={onInput}>
      <Button className="visually-hidden" name="intent" value={intent} tabIndex={-1} aria-hidden />
      {steps}
      <FormErrors refusal={result?.refusal} fields={[...fieldNames, 'evidence_ref', 'adapter_secret']} />
      <FieldsProvider value={{ start, errors, edits }}>
        {stepsOf(page).map((step) => (
          <Fragment key={step}>{groups[step]}</Fragment>
        ))}
      </FieldsProvider>
      {children(errors, result?.values ?? {})}
    </Form>
  );
}
