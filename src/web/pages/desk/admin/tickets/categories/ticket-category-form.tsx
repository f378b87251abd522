import { Form, useNavigation } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CategoryFields } from '#web/ui/controls/category-fields.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

interface Props {
  /** null for a new one. */
  category: { slug: string; names: Record<string, string>; position: number; offered: boolean } | null;
  may: boolean;
}

type Result = { refusal: Refusal; values: Record<string, string> } | undefined;

export function TicketCategoryForm({ category, may }: Props) {
  const { t } = useI18n();
  const result = useActionResult() as Result;
  const busy = useNavigation().state !== 'idle';
  const slug = category?.slug ?? 'new';
  const mine = category ? !result?.values.added && result?.values.slug === slug : Boolean(result?.values.added);
  const typed = mine ? result?.values : undefined;
  return (
    <Form method="post" className="stack" noValidate>
      {mine ? <FormErrors refusal={result?.refusal} /> : null}
      <CategoryFields
        category={category}
        typed={typed}
        slugLabel={t('desk.category_slug')}
        slugHint={t('desk.category_slug_hint')}
        slugLength={40}
        nameLabel={(language) => t('desk.category_name', { language })}
      />
      <Field
        name="position"
        id={`${slug}-position`}
        label={t('desk.category_position')}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed?.position ?? category?.position}
      />
      <Checkbox
        name="offered"
        id={`${slug}-offered`}
        label={t('desk.category_offered')}
        defaultChecked={typed ? typed.offered === 'on' : (category?.offered ?? true)}
      />
      {may ? (
        <div>
          <Button variant="secondary" busy={busy}>
            {t('form.save')}
          </Button>
        </div>
      ) : null}
    </Form>
  );
}
