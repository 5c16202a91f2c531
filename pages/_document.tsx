import { createHash } from 'node:crypto'
import { Head, Html, Main, NextScript } from 'next/document'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { themeScript } from '@/components/ui/theme-script'

export default function Document() {
  return (
    <Html lang="en" suppressHydrationWarning>
      <HeadWithScriptPolicy>
        <meta name="color-scheme" content="light dark" />
        {/* Nothing here is for search engines. */}
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </HeadWithScriptPolicy>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  )
}

/**
 * Allows exactly the inline scripts of this page by their hashes: the theme's, and the one with which Next starts
 * the page, which differs from page to page. A header could not: pages are built once, so they can carry no nonce,
 * and the headers are written before the pages are. The header holds the rest (lib/content-security-policy.ts).
 * Development is left alone, since hot reload evaluates code.
 */
class HeadWithScriptPolicy extends Head {
  override render() {
    const head = super.render() as ReactElement<{ children?: ReactNode }>
    if (process.env.NODE_ENV !== 'production') return head
    const children = Children.toArray(head.props.children)
    const hashes = children.flatMap(inlineScript).map((script) => `'sha256-${sha256(script)}'`)
    // Workers are the header's business; unnamed here they would have to match a script's hash.
    const policy = `script-src ${["'self'", ...hashes].join(' ')}; worker-src 'self' blob:`
    const meta = <meta key="script-policy" httpEquiv="Content-Security-Policy" content={policy} />
    return cloneElement(head, {}, meta, ...children)
  }
}

function inlineScript(node: ReactNode): string[] {
  if (!isValidElement<{ dangerouslySetInnerHTML?: { __html: string } }>(node) || node.type !== 'script')
    return []
  const script = node.props.dangerouslySetInnerHTML
  return script ? [script.__html] : []
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
