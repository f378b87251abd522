import { useI18n } from '#web/i18n/use-i18n.ts';
import type { FieldErrors } from '#web/server/api-error.ts';
import { Field, Select } from '#web/ui/controls/field.tsx';

interface Props {
  categories: readonly { slug: string; name: string }[];
  /** The category that fits where the reader comes from. */
  chosen?: string;
  values: Partial<Record<string, string>> | undefined;
  errors: FieldErrors;
}

/** What a new ticket is about. */
export function TopicFields({ categories, chosen, values, errors }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Select
        name="category"
        label={t('support.category')}
        defaultValue={values?.category ?? chosen}
        errors={errors.category}
      >
        <option value="">{t('support.choose_category')}</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        name="subject"
        label={t('support.subject')}
        maxLength={200}
        required
        autoComplete="off"
        defaultValue={values?.subject}
        errors={errors.subject}
      />
    </>
  );
}
