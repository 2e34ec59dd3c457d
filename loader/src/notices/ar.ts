import type { ErrorPanelTexts } from '../hook.ts'
import { provideErrorPanel } from './errorPanel.ts'

export const arabicTexts: ErrorPanelTexts = {
  lang: 'ar',
  dir: 'rtl',
  retry: 'حاول مرة أخرى',
  openWindow: 'افتح النافذة',
  close: 'إغلاق',
  panels: {
    offline: ['أنت غير متصل بالإنترنت', 'تحقق من اتصالك. سيستمر الأمر من تلقاء نفسه.'],
    unreachable: ['المحفظة لا تستجيب', 'لم تتم مشاركة أي شيء، وأموالك في مكانها. حاول مرة أخرى بعد دقيقة.'],
    setup: ['الربط غير مُعَدّ هنا', 'لم يُكمل {site} إعدادات المحفظة. لا يلزمك فعل أي شيء.'],
    blocked: [
      'شيء ما يحجب المحفظة',
      'أداة لحجب الإعلانات أو إعداد في هذه الصفحة يوقفها. اسمح بـ {modal} ثم حاول مرة أخرى.',
    ],
    framed: ['افتح هذا في نافذة مستقلة', 'تعمل هذه الصفحة داخل صفحة أخرى، ولا تعمل المحفظة إلا حيث ترى عنوانها.'],
  },
}
provideErrorPanel(arabicTexts)
