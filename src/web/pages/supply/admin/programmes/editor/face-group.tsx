import { useI18n } from '#web/i18n/use-i18n.ts';
import { motifs } from '#web/ui/card/card-theme.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FacePreview } from './face-preview.tsx';
import { Group, useFields } from './fields.tsx';
import type { Values } from './values.ts';

/** What its cards are worth, and what they look like to buyers. */
export function FaceGroup({ values }: { values: Values }) {
  const { t } = useI18n();
  const { field } = useFields();
  return (
    <Group title={t('programmes.group_face')} lead={t('programmes.group_face_more')}>
      <div className="stack">
        <Field {...field('currency')} label={t('programmes.currency')} hint={t('programmes.currency_hint')} />
        <Field {...field('faces')} label={t('approvals.faces')} hint={t('programmes.faces_hint')} />
        <div className="field-pair">
          <Field {...field('face_min')} label={t('programmes.face_min')} inputMode="decimal" />
          <Field {...field('face_max')} label={t('programmes.face_max')} inputMode="decimal" />
        </div>
        <Select {...field('level')} label={t('approvals.level')}>
          {['Standard', 'Plus', 'Premium'].map((level) => (
            <option key={level}>{level}</option>
          ))}
        </Select>
        <div className="field-pair">
          <Field {...field('color_from')} label={t('programmes.color_from')} type="color" />
          <Field {...field('color_to')} label={t('programmes.color_to')} type="color" />
        </div>
        <Select {...field('motif')} label={t('programmes.motif')}>
          {motifs.map((motif) => (
            <option key={motif} value={motif}>
              {t(`programmes.motif.${motif}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="stack face-beside">
        <FacePreview values={values} />
        <div>
          <Button variant="secondary" name="intent" value="check">
            {t('programmes.preview')}
          </Button>
        </div>
      </div>
    </Group>
  );
}
