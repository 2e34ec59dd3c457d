ALTER TABLE "enrolments" ALTER COLUMN "failures" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "attempts" ALTER COLUMN "code_mac" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ALTER COLUMN "tries" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "numbers" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "is_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "is_recognised" boolean DEFAULT false NOT NULL;