import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { whenIdle } from '@/lib/browser/when-idle'

/**
 * Tells screen readers which page was opened: its heading and, on a tenant's pages, the page's name. Next.js would announce the
 * title, which is the product's name on every page (specification section 2.2). A page whose code is still on its way is
 * announced once its heading is there.
 */
export function PageAnnouncer() {
  const path = useRouter().asPath.split(/[?#]/, 1)[0]
  const announced = useRef(path)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (announced.current === path) return
    announced.current = path
    const announce = () => {
      if (!document.querySelector('main h1')) return
      observer.disconnect()
      const named = document.querySelectorAll('main h1, main nav [aria-current="page"]')
      setWords([...named].map((element) => element.textContent).join(', '))
    }
    const observer = new MutationObserver(announce)
    const cancel = whenIdle(() => {
      observer.observe(document.body, { childList: true, subtree: true })
      announce()
    })
    return () => {
      cancel()
      observer.disconnect()
    }
  }, [path])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
