import { z } from 'zod';
import { isLoopbackUrl } from './setting-addresses.ts';
import { url } from './setting-kinds.ts';
import { SAMPLERS, type TracingSettings } from './tracing/tracing-settings.ts';

/** Pairs as OpenTelemetry writes them: `name=value,other=value`, with values encoded as in a URL. */
const pairs = z
  .string()
  .refine((text) => text.split(',').every((pair) => /^\s*[^=\s]+\s*=/.test(pair)), 'must be name=value,other=value')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
      }),
    ),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The variables of OpenTelemetry that the shop obeys, by the names that its specification gives them. */
export const tracingShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', { error: 'must be http/json: the shop sends no other' })
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('facevalue'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be ${SAMPLERS.slice(0, -1).join(', ')} or ${SAMPLERS.at(-1)}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be from 0 to 1, such as 0.05')
    .transform(Number)
    .default(1),
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
};

type Given = z.output<z.ZodObject<typeof tracingShape>>;

/** Where spans go; null if no receiver is named, or tracing is switched off. */
export const tracingOf = (given: Given): TracingSettings | null =>
  given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || given.OTEL_SDK_DISABLED === 'true'
    ? null
    : {
        endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        headers: given.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        service_name: given.OTEL_SERVICE_NAME,
        attributes: given.OTEL_RESOURCE_ATTRIBUTES ?? {},
        sampler: given.OTEL_TRACES_SAMPLER,
        ratio: given.OTEL_TRACES_SAMPLER_ARG,
      };

/** Why spans can't be sent, and what to do; null if nothing is known against it. */
export const tracingFault = ({ tracing }: { tracing: TracingSettings | null }): string | null =>
  tracing &&
  Object.keys(tracing.headers).length > 0 &&
  !/^https:/.test(tracing.endpoint) &&
  !isLoopbackUrl(tracing.endpoint)
    ? 'OTEL_EXPORTER_OTLP_ENDPOINT must start with https:// outside this machine: OTEL_EXPORTER_OTLP_HEADERS hold a key.'
    : null;
