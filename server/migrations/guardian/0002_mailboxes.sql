ALTER TABLE "enrolments" ADD COLUMN "mailbox_mac" text;--> statement-breakpoint
CREATE INDEX "enrolments_mailbox_mac_index" ON "enrolments" USING btree ("mailbox_mac");