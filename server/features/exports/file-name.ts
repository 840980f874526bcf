import type { ExportTemplate } from '#contract/exports.templates.ts'

/**
 * A name that says what the file is and nothing about people: letters, digits and dashes, so that no file system, shell
 * or header reads anything into it.
 */
export function fileNameOf(template: ExportTemplate, caseNumber: string | null, extension: string): string {
  const slug = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40)
  return `${[slug(template), slug(caseNumber ?? '')].filter(Boolean).join('-')}.${extension}`
}
