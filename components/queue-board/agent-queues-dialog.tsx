import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Checkbox } from '@/components/ui/checkbox'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import { type BoardAgent, type BoardQueue, moveAgent } from '@/lib/telephony/queue-board'

/** The queues of an agent. */
export function AgentQueuesDialog({
  agent,
  queues,
  onChanged,
  onClose,
}: {
  agent: BoardAgent
  queues: readonly BoardQueue[]
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const tenantId = useCurrentTenantId()
  const write = useWrite(onChanged)
  const [before] = useState(agent.queues)
  const [chosen, setChosen] = useState<readonly string[]>(agent.queues)
  const add = chosen.filter((id) => !before.includes(id))
  const remove = before.filter((id) => !chosen.includes(id))

  async function save() {
    await write(
      (supabase) => moveAgent(supabase, tenantId, agent.id, { add, remove }),
      `${agent.name}’s queues were changed.`,
    )
    return true
  }

  return (
    <FormDialog
      title={`Queues of ${agent.name}`}
      description="A queue that is added comes at the end of its first level. Waiting callers stay."
      submitLabel="Save"
      size="sm"
      dirty={add.length + remove.length > 0}
      draft={null}
      onSave={save}
      onClose={onClose}
    >
      <ul className="flex flex-col gap-1">
        {queues.map(({ id, name, number }) => (
          <li key={id}>
            <Checkbox
              label={`${number} ${name}`}
              checked={chosen.includes(id)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
