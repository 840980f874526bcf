import type { ExportTemplate } from '#contract/exports/templates.ts'

/**
 * A name that says what the file is, whether it holds work product, and nothing about people: letters, digits and dashes, so that no file system, shell
 * or header reads anything into it.
 */
export function fileNameOf(
  template: ExportTemplate,
  caseNumber: string | null,
  isPrivileged: boolean,
  extension: string,
): string {
  const slug = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40)
  return `${[slug(template), slug(caseNumber ?? ''), isPrivileged ? 'work-product' : ''].filter(Boolean).join('-')}.${extension}`
}
