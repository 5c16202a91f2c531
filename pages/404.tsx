import { MessagePage } from '@/components/failure/message-page'
import { LinkButton } from '@/components/ui/link-button'
import { HOME_PATH } from '@/lib/paths'

/** Prerendered, so its CSP header cannot list its inline scripts (pages/_document.tsx): it has none. */
export const config = { unstable_runtimeJS: false }

export default function NotFoundPage() {
  return (
    <MessagePage
      title="This page does not exist"
      actions={
        <LinkButton href={HOME_PATH} variant="primary">
          Go to the start page
        </LinkButton>
      }
    >
      The address may be mistyped, or what was here has been moved or deleted.
    </MessagePage>
  )
}
