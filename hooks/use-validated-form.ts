import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { type DraftState, type OwnId, useFormDraft } from './use-draft'

/**
 * A form validated by a schema; `save` resolves to false if a field is invalid, and focuses it. Input is kept as a draft under this
 * name, with the version of the record it is based on, and the id of a new one.
 */
export function useValidatedForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
  kept: { name: string; version: number | null; ownId?: OwnId },
): UseFormReturn<Input, unknown, Output> & {
  /** The error at a field, if any. */
  errorAt: (field: keyof Input & string) => string | undefined
  whenValid: (save: (values: Output) => Promise<void>) => () => Promise<boolean>
  draft: DraftState
} {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
  const { errors } = form.formState
  const draft = useFormDraft(form, kept.name, kept.version, kept)
  return {
    ...form,
    draft,
    errorAt(field) {
      const message = errors[field]?.message
      return typeof message === 'string' ? message : undefined
    },
    whenValid: (save) => async () => {
      let saved = false
      await form.handleSubmit(async (values) => {
        await save(values)
        saved = true
      })()
      return saved
    },
  }
}
