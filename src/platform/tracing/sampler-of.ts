import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './tracing-settings.ts';

/** Which traces are recorded, as OTEL_TRACES_SAMPLER says. */
export function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  const [, parent, own] = /^(parentbased_)?(.+)$/.exec(sampler)!;
  const root =
    own === 'always_on'
      ? new AlwaysOnSampler()
      : own === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return parent ? new ParentBasedSampler({ root }) : root;
}
