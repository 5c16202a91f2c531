import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { cn } from './cn'
import { FieldContext } from './field-context'

export type FormRowProps = {
  label: ReactNode
  /** Shown below the control. */
  hint?: ReactNode
  /** Why the value is invalid; marks the control as such. */
  error?: ReactNode
  required?: boolean
  /** Shows the label to screen readers only. */
  labelHidden?: boolean
  /** The control's id, if something else on the page refers to it. */
  id?: string
  className?: string
  /** Its name among the parts of the form, with which a dialog can begin. */
  part?: string
  /** One control from components/ui (Input, PasswordInput, Textarea, Select, or your own with useFieldWiring). */
  children: ReactNode
}

/** Label, control, hint and error with their ARIA relations. */
export function FormRow({
  label,
  hint,
  error: given,
  required = false,
  labelHidden = false,
  id: givenId,
  className,
  part,
  children,
}: FormRowProps) {
  const ownId = useId()
  const [unreadable, setUnreadable] = useState('')
  const error = unreadable || given
  const id = givenId ?? ownId
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined

  return (
    <div
      data-part={part}
      className={cn('flex min-w-0 flex-col gap-1.5', className)}
      onInvalid={(event) => {
        // Not the row around a dialog that was opened from this one.
        event.stopPropagation()
        setUnreadable(boxOf(event).validationMessage)
      }}
      onChange={() => setUnreadable('')}
      onBlur={(event) => boxOf(event).validity?.badInput || setUnreadable('')}
    >
      <Label htmlFor={id} required={required} className={labelHidden ? 'sr-only' : undefined}>
        {label}
      </Label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden size={14} className="mt-[3px] shrink-0" />
          <span className="min-w-0">{error}</span>
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-sm text-text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

const boxOf = ({ target }: SyntheticEvent) => target as HTMLInputElement

type LabelProps = ComponentProps<'label'> & { required?: boolean }

/** A control's visible label. The asterisk is decorative; the control itself announces that it is required. */
function Label({ required = false, className, children, ...rest }: LabelProps) {
  return (
    <label {...rest} className={cn('text-sm font-medium text-text', className)}>
      {children}
      {required ? (
        <span aria-hidden className="ml-0.5 text-danger-text">
          *
        </span>
      ) : null}
    </label>
  )
}
