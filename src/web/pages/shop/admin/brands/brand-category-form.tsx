import { Form, useNavigation } from 'react-router';
import type { BrandCategory } from '#contracts/shop/brands.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CategoryFields } from '#web/ui/controls/category-fields.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import type { BrandRefused } from './brand-form.tsx';
import { joined } from './comma-list.ts';

/** Adds a category, or changes one: `null` for a new one. */
export function BrandCategoryForm({ category }: { category: BrandCategory | null }) {
  const { t } = useI18n();
  const result = useActionResult() as BrandRefused;
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
        slugLabel={t('brands.slug')}
        slugHint={t('brands.slug_shape')}
        slugLength={60}
        nameLabel={(language) => t('brands.category_name', { language })}
      />
      <Field
        name="synonyms"
        id={`${slug}-synonyms`}
        label={t('brands.synonyms')}
        hint={t('brands.synonyms_hint')}
        autoComplete="off"
        defaultValue={typed?.synonyms ?? joined(category?.synonyms ?? [])}
      />
      <div className="row">
        <Button variant="secondary" name="intent" value="save" busy={busy}>
          {t('form.save')}
        </Button>
        {category ? (
          <Button variant="danger" name="intent" value="remove" busy={busy}>
            {t('brands.remove_category')}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
